// Package views says which reservations a list shows, in which columns and in which order: as a value with a name, kept in
// a file that people share, and written out as exactly the rows and columns that are shown.
//
// column.go has the columns, view.go what a view holds, days.go the days of a filter, and file.go the file. write.go makes
// CSV and JSON of rows.
package views
