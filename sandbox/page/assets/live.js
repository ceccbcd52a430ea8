"use strict";
const at = (id) => document.getElementById(id);
let token = "";

// ask sends a request to the control path, and returns what it answers.
async function ask(method, path, body) {
  const answer = await fetch(path, {
    method, headers: { Authorization: "Bearer " + token, ...(body ? { "Content-Type": "application/json" } : {}) },
    body: body ? JSON.stringify(body) : undefined, credentials: "omit",
  });
  const said = await answer.json();
  if (!answer.ok) throw new Error(said.error || answer.statusText);
  return said;
}

function fact(list, name, text) {
  const term = document.createElement("dt"), value = document.createElement("dd");
  term.textContent = name;
  value.textContent = text;
  list.append(term, value);
  return value;
}

function button(text, press) {
  const one = document.createElement("button");
  one.type = "button";
  one.textContent = text;
  one.addEventListener("click", () => press(one));
  return one;
}

// question asks before something is lost. The answer that keeps all has the keys.
let answered = null;
function question(from, text, verb, work) {
  at("question").textContent = text;
  at("yes").textContent = verb;
  at("sure").hidden = false;
  at("no").focus();
  answered = { from, work };
}

function close() {
  at("sure").hidden = true;
  (answered.from.isConnected ? answered.from : at("reset")).focus();
}

let shown = null;
function show(state) {
  shown = state;
  const list = document.createDocumentFragment();
  const clock = state.clock.stopped ? ", stands still" : state.clock.offset_seconds ? ", moved" : "";
  fact(list, "Clock", state.clock.now.replace("T", " ").replace("Z", " UTC") + clock);
  fact(list, "Latency", state.latency);
  fact(list, "Quirks", state.quirks.join(", ") || "none");
  for (const f of state.faults) fact(list, "Fault", f.rule + " (matched " + f.matched + ", fired " + f.fired + ")");
  fact(list, "World", state.hotels + " hotels from seed " + state.seed + ", " + state.reservations + " reservations");
  for (const s of state.snapshots) {
    const path = "/control/snapshots/" + encodeURIComponent(s.name);
    const line = fact(list, "Snapshot", s.name + " (" + s.reservations + " reservations)");
    line.append(
      button("Load…", (from) => question(from, "The reservations and the clock become those of " + s.name + ".", "Load", () => ask("POST", path + "/load"))),
      button("Remove…", (from) => question(from, "The snapshot " + s.name + " is gone then.", "Remove", () => ask("DELETE", path))),
    );
  }
  at("state").replaceChildren(list);
}

async function run(work) {
  at("problem").textContent = "";
  try {
    await work();
  } catch (error) {
    at("problem").textContent = error.message;
  }
}

const mostRows = 200;

// refresh shows what requests have changed, once for those that come together.
let refreshing = 0;
function refresh() {
  refreshing ||= setTimeout(async () => {
    refreshing = 0;
    if (at("sure").hidden) show(await ask("GET", "/control").catch(() => shown));
  }, 300);
}

function row(one) {
  const line = document.createElement("tr");
  const cell = (text, kind) => {
    const td = line.insertCell();
    td.textContent = text;
    if (kind) td.className = kind;
  };
  cell(one.at.slice(11, 19));
  cell(one.method + " " + one.path);
  cell(one.status || "dropped", one.status >= 400 || !one.status ? "failed" : "");
  cell(one.took_ms.toFixed(1), "number");
  cell(one.account || "–");
  cell(one.fault || "");
  refresh();
  at("requests").prepend(line);
  while (at("requests").rows.length > mostRows) at("requests").deleteRow(-1);
}

// follow shows requests as they come, until the server ends.
async function follow() {
  const answer = await fetch("/control/requests", { headers: { Authorization: "Bearer " + token }, credentials: "omit" });
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    const lines = (rest + value).split("\n");
    rest = lines.pop();
    for (const line of lines) if (line) row(JSON.parse(line));
  }
  throw new Error("The server tells no more: it has ended, or another one answers.");
}

at("enter").addEventListener("submit", (event) => {
  event.preventDefault();
  token = at("token").value.trim();
  run(async () => {
    show(await ask("GET", "/control"));
    at("token").value = "";
    at("enter").hidden = true;
    at("open").hidden = false;
    at("clock").focus();
    run(follow);
  });
});

for (const form of document.querySelectorAll("form.order")) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const input = form.querySelector("input");
    run(async () => {
      show(await ask("POST", form.dataset.path, { [form.dataset.field]: input.value }));
      input.value = "";
    });
  });
}

at("no-faults").addEventListener("click", () => run(async () => show(await ask("DELETE", "/control/faults"))));
at("reset").addEventListener("click", () => question(at("reset"), "All reservations are forgotten.", "Reset", () => ask("POST", "/control/reset")));
at("no").addEventListener("click", close);
at("yes").addEventListener("click", () => run(async () => {
  show(await answered.work());
  close();
}));
at("sure").addEventListener("keydown", (event) => {
  if (event.key === "Escape") close();
});
