package training

import (
	"context"

	"bellhop/sandbox/service"
)

// Handler puts the training around a service. A request passes it in the order
// of this list, and its answer the other way round. Steady gives the request its
// instant and its id, and holds the data still until it is carried out.
func (t *Training) Handler(serve func(context.Context, service.Request) service.Answer, steady Middleware) Handler {
	carryOut := func(ctx context.Context, e *Exchange) Answer { return Answer{Answer: serve(ctx, e.Request)} }
	return chain(carryOut,
		t.Quirks.change,                  // the answer's shape
		t.Faults.apply(steady(carryOut)), // to the answer
		t.Latency.delay,
		steady,
		t.late.carryOut,
		t.Faults.decide, // which one the request meets, and prevent the work
		t.scenarios.play,
	)
}

// chain puts middleware around a handler, the first of the list outermost.
func chain(h Handler, list ...Middleware) Handler {
	for i := len(list) - 1; i >= 0; i-- {
		h = list[i](h)
	}
	return h
}
