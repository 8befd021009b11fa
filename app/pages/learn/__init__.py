"""The Learn page: ten minutes from "what is a graph" to "why a bound", with the real method under every picture."""
