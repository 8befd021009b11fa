"""What methods share: trainers of one network, what they cost, knobs, and curves that all of them draw."""
