package wording

// CountryCalled returns the code of a country by what people call it beside the name of the list, in small plain letters:
// "uk" is GB. It is empty for any other text.
func CountryCalled(name string) string { return called[name] }

var called = map[string]string{
	"uk": "GB", "great britain": "GB", "britain": "GB", "england": "GB", "scotland": "GB", "wales": "GB",
	"northern ireland": "GB", "usa": "US", "america": "US", "united states of america": "US", "holland": "NL",
	"czech republic": "CZ", "ivory coast": "CI", "burma": "MM", "myanmar": "MM", "swaziland": "SZ", "macedonia": "MK",
	"uae": "AE", "emirates": "AE", "russian federation": "RU", "viet nam": "VN", "cabo verde": "CV",
	"east timor": "TL", "vatican": "VA", "hong kong": "HK", "macau": "MO", "macao": "MO", "dr congo": "CD",
	"republic of ireland": "IE", "eire": "IE", "palestine": "PS", "turkiye": "TR", "republic of korea": "KR", "korea": "KR",
}
