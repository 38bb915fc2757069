"""What notebooks and programs ask a profile, as pandas tables: ``kpath_jvm``'s own names."""
