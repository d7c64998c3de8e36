"""Students and a host who are not there: they speak the public protocol, as anybody's client could."""
