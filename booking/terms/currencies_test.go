package terms

import (
	"testing"

	"bellhop/api"
)

// Two currencies are never added, and a penalty in another one than the price is
// not judged.
func TestTrap22NoSumOfTwoCurrencies(t *testing.T) {
	gbp, eur := api.NewMoney("10", "GBP"), api.NewMoney("10", "EUR")
	if sum, err := gbp.Add(eur); err == nil {
		t.Errorf("GBP and EUR make %s", sum)
	}
	if v := compareCost(Cost{Kind: CostPenalty, Amount: gbp}, Cost{Kind: CostPenalty, Amount: eur}); v != Unclear {
		t.Errorf("a penalty in another currency is %s", v)
	}
	if stake := (Cost{Kind: CostPenalty, Amount: gbp}).DearerBy(Cost{Kind: CostPenalty, Amount: eur}); stake.IsSet() {
		t.Errorf("at stake are %s", stake)
	}
}
