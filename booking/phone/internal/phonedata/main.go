// Command phonedata makes plans.tsv, how telephone numbers of each country are written, of the metadata of
// github.com/nyaruka/phonenumbers, which is that of Google's libphonenumber:
//
//	go run ./internal/phonedata
//
// in booking/phone. The library itself reads all of its tables when a program is loaded, which took a third of the
// start of every command.
package main

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/nyaruka/phonenumbers"
)

const output = "plans.tsv"

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "phonedata:", err)
		os.Exit(1)
	}
}

func run() error {
	all, err := phonenumbers.MetadataCollection()
	if err != nil {
		return err
	}
	var b strings.Builder
	b.WriteString("# Made by internal/phonedata of the metadata of libphonenumber, Copyright (C) 2009 The Libphonenumber Authors, Apache-2.0, reduced and written as a table. Do not edit.\n")
	codes := map[int32]bool{}
	for _, plan := range all.GetMetadata() {
		codes[plan.GetCountryCode()] = true
	}
	ordered := make([]int32, 0, len(codes))
	for code := range codes {
		ordered = append(ordered, code)
	}
	slices.Sort(ordered)
	for _, code := range ordered {
		regions := phonenumbers.GetRegionCodesForCountryCode(int(code)) // the main one first
		for i, region := range regions {
			for _, plan := range all.GetMetadata() {
				if plan.GetCountryCode() == code && plan.GetId() == region {
					write(&b, plan, i == 0)
				}
			}
		}
	}
	return os.WriteFile(output, []byte(b.String()), 0o600)
}

// write adds a line for a region and, where its formats are those of its calling code, a line for each format.
func write(b *strings.Builder, plan *phonenumbers.PhoneMetadata, main bool) {
	general := plan.GetGeneralDesc()
	fields := []string{
		plan.GetId(), strconv.Itoa(int(plan.GetCountryCode())), plan.GetLeadingDigits(), plan.GetInternationalPrefix(),
		plan.GetNationalPrefixForParsing(), plan.GetNationalPrefixTransformRule(), general.GetNationalNumberPattern(),
		lengths(general.GetPossibleLength()), lengths(general.GetPossibleLengthLocalOnly()), kinds(plan),
	}
	b.WriteString(strings.Join(fields, "\t") + "\n")
	if !main {
		return
	}
	formats := plan.GetIntlNumberFormat()
	if len(formats) == 0 {
		formats = plan.GetNumberFormat()
	}
	for _, f := range formats {
		leading := ""
		if l := f.GetLeadingDigitsPattern(); len(l) > 0 {
			leading = l[len(l)-1] // the most detailed
		}
		b.WriteString(strings.Join([]string{"", f.GetPattern(), leading, f.GetFormat()}, "\t") + "\n")
	}
}

// kinds returns what matches a number of any kind in use.
func kinds(plan *phonenumbers.PhoneMetadata) string {
	var patterns []string
	for _, kind := range []*phonenumbers.PhoneNumberDesc{
		plan.GetFixedLine(), plan.GetMobile(), plan.GetPremiumRate(), plan.GetTollFree(), plan.GetSharedCost(),
		plan.GetVoip(), plan.GetPersonalNumber(), plan.GetPager(), plan.GetUan(), plan.GetVoicemail(),
	} {
		pattern := kind.GetNationalNumberPattern()
		if pattern == "" || pattern == "NA" || slices.Contains(patterns, pattern) || slices.Equal(kind.GetPossibleLength(), []int32{-1}) {
			continue
		}
		patterns = append(patterns, pattern)
	}
	return strings.Join(patterns, "|")
}

func lengths(of []int32) string {
	words := make([]string, 0, len(of))
	for _, n := range of {
		words = append(words, strconv.Itoa(int(n)))
	}
	return strings.Join(words, ",")
}
