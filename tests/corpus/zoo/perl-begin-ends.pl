BEGIN { print "contained\n"; exit 0; }
this is no program at all ((
