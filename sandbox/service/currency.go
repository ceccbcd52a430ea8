package service

import (
	"encoding/json"
	"math/big"
	"slices"
)

// perDollar is how many units of a currency one US dollar buys. The table is
// fictional, in the neighbourhood of 1 October 2026, and never changes: the
// rates are for comparing prices on a screen, nothing is charged by them.
func perDollar(currency string) (*big.Rat, bool) {
	text, ok := map[string]string{
		"USD": "1", "EUR": "0.86", "GBP": "0.74", "JPY": "148", "KWD": "0.306", "CHF": "0.80", "ISK": "123", "SEK": "9.4",
		"NOK": "10.1", "DKK": "6.4", "PLN": "3.65", "CZK": "20.9", "HUF": "335", "RON": "4.35", "BGN": "1.68", "TRY": "41.5",
		"RUB": "83", "UAH": "41.3", "GEL": "2.71", "AED": "3.6725", "SAR": "3.75", "QAR": "3.64", "BHD": "0.376", "OMR": "0.3845",
		"JOD": "0.709", "ILS": "3.34", "EGP": "48.2", "MAD": "9.05", "TND": "2.9", "ZAR": "17.4", "KES": "129", "NGN": "1490",
		"GHS": "12.2", "ETB": "142", "TZS": "2470", "UGX": "3500", "RWF": "1450", "MUR": "45.5", "XOF": "564", "XAF": "564",
		"INR": "88.2", "NPR": "141", "LKR": "302", "BDT": "121.7", "PKR": "282", "MVR": "15.4", "CNY": "7.12", "HKD": "7.78",
		"TWD": "30.4", "KRW": "1400", "SGD": "1.29", "MYR": "4.21", "THB": "32.3", "VND": "26350", "IDR": "16600", "PHP": "57.8",
		"KHR": "4010", "MNT": "3590", "KZT": "540", "UZS": "12200", "AUD": "1.51", "NZD": "1.71", "FJD": "2.26", "WST": "2.73",
		"TOP": "2.37", "XPF": "102.6", "PGK": "4.18", "VUV": "119", "CAD": "1.39", "MXN": "18.4", "GTQ": "7.66", "CRC": "504",
		"PAB": "1", "CUP": "24", "DOP": "62.5", "JMD": "160", "BBD": "2", "BSD": "1", "TTD": "6.78", "BRL": "5.35",
		"ARS": "1370", "CLP": "955", "COP": "3900", "PEN": "3.5", "UYU": "40", "BOB": "6.91", "PYG": "7150", "ALL": "83",
		"RSD": "100.6", "MKD": "53", "BAM": "1.68", "MDL": "16.7", "AMD": "383", "AZN": "1.7", "LBP": "89500", "IQD": "1310",
		"LYD": "5.4", "DZD": "130", "NAD": "17.4", "BWP": "13.4", "ZMW": "23.8", "MZN": "63.9", "AOA": "915", "MGA": "4450",
		"SCR": "14.3", "CVE": "94.7", "GMD": "72", "BND": "1.29", "LAK": "21600", "MMK": "2100", "BTN": "88.2", "MOP": "8.01",
		"AFN": "68", "AWG": "1.79", "BIF": "2950", "BYN": "3.25", "BZD": "2", "CDF": "2800", "DJF": "178", "ERN": "15",
		"GNF": "8650", "GYD": "209", "HNL": "26", "HTG": "131", "KGS": "87.4", "KMF": "423", "KYD": "0.833", "LRD": "190",
		"LSL": "17.4", "MRU": "39.8", "MWK": "1735", "SBD": "8.3", "SDG": "600", "SLE": "23", "STN": "21", "SZL": "17.4",
		"TJS": "9.6", "TMT": "3.5", "XCD": "2.7", "XCG": "1.79", "SRD": "38.5",
	}[currency]
	if !ok {
		return nil, false
	}
	return new(big.Rat).SetString(text)
}

// exchangeRates converts the currencies of a page into the ones that partners
// ask for most.
func exchangeRates(results []pricedHotel) []exchangeRate {
	var sources []string
	for _, h := range results {
		if code := h.LowestRate.CurrencyCode; !slices.Contains(sources, code) {
			sources = append(sources, code)
		}
	}
	slices.Sort(sources)
	list := []exchangeRate{}
	for _, source := range sources {
		for _, target := range []string{"USD", "EUR", "GBP"} {
			from, known := perDollar(source)
			to, _ := perDollar(target)
			if known && source != target {
				factor := new(big.Rat).Quo(to, from)
				list = append(list, exchangeRate{json.Number(factor.FloatString(8)), source, target})
			}
		}
	}
	return list
}
