/** A small program in Rust. */
export const PROGRAM: Readonly<Record<string, string>> = {
  'Cargo.toml': `[package]
name = "till-shop"
version = "0.1.0"
`,
  'src/lib.rs': `//! Adds up what was sold.
pub mod store;
mod util;

use crate::store::{Keep, Store as Db};
use std::fmt;

pub use util::round;

/// What is sold.
#[derive(Debug, Clone)]
pub struct Item {
    pub name: String,
    price: u32,
}

pub enum Kind {
    Plain,
    Sized { width: u32 },
}

pub trait Total {
    fn total(&self) -> u32;
    fn twice(&self) -> u32 {
        self.total() * 2
    }
}

const LIMIT: usize = 3;

/// A cart.
pub struct Cart {
    items: Vec<Item>,
    db: Db,
}

impl Cart {
    pub fn new(db: Db) -> Self {
        Self { items: vec![first()], db }
    }

    fn add(&mut self, item: Item) {
        self.db.put(&item.name);
        self.items.push(item);
        Self::check(LIMIT);
    }

    fn check(limit: usize) {
        let check = |n: usize| n + limit;
        check(1);
    }
}

impl Total for Cart {
    fn total(&self) -> u32 {
        round(self.items.iter().map(|item| item.price()).sum())
    }
}

impl Item {
    fn price(&self) -> u32 {
        self.price
    }
}

fn first() -> Item {
    Item { name: String::new(), price: 1 }
}

macro_rules! sell {
    ($cart:expr) => {
        crate::util::round($cart.total())
    };
}

impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}", util::padded(&self.name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sells() {
        let mut cart = Cart::new(Db::open("x"));
        cart.add(first());
        assert_eq!(cart.twice(), sell!(cart));
    }
}
`,
  'src/main.rs': `use till_shop::{store::Store, Cart};

fn main() {
    let cart = Cart::new(Store::open("till"));
    run(&cart);
}

fn run(cart: &Cart) {}
`,
  'src/store.rs': `use super::util;

pub trait Keep {
    fn put(&mut self, key: &str);
}

pub struct Store(u32);

impl Store {
    pub fn open(path: &str) -> Store {
        util::padded(path);
        Store(1)
    }
}

impl Keep for Store {
    fn put(&mut self, key: &str) {
        save(key)
    }
}

fn save(key: &str) {}
`,
  'src/util.rs': `pub fn round(n: u32) -> u32 {
    n
}

pub fn padded(text: &str) -> String {
    text.to_string()
}
`,
}
