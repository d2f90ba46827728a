/** A small program in Lua. */
export const PROGRAM: Readonly<Record<string, string>> = {
  'main.lua': `local Cart = require("shop.cart")

local cart = Cart.new("x")
cart:add("tea")
`,
  'shop/cart.lua': `-- Sells.
local store = require("shop.store")
local util = require 'util'

local Cart = {}
Cart.__index = Cart

local LIMIT = 3

--- Makes a cart.
function Cart.new(path)
  local self = setmetatable({}, Cart)
  self.db = store.open(path)
  return self
end

local function check(n)
  return util.pad(n) + LIMIT
end

function Cart:add(item, check_it)
  store.put(item)
  self:log(item)
  check(1)
  check_it(2)
end

Cart.log = function(self, text)
  print(text)
end

return Cart
`,
  'shop/store.lua': `local M = {}

function M.open(path)
  return { path = path }
end

function M.put(item)
  M.open(item)
end

return M
`,
  'util.lua': `local function round(n)
  return n
end

return {
  pad = function(n)
    return round(n)
  end,
}
`,
}
