#![recursion_limit = "1000000"]

macro_rules! twice {
    ($($all:tt)*) => { twice!($($all)* $($all)*) };
}

fn main() {
    twice!(1 +);
}
