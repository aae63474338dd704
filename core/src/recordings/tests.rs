//! Tests of the file format, of matching, and of the folder.
