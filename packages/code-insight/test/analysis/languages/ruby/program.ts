/** A small program in Ruby. */
export const PROGRAM: Readonly<Record<string, string>> = {
  'lib/shop.rb': `require 'json'
require_relative 'store'

# Sells.
module Shop
  LIMIT = 3

  class Cart < Base
    include Total
    attr_reader :items

    def initialize(db, size: 1)
      @db = Store.new(db)
      super(db)
      check
    end

    def self.open(path)
      new(path)
    end

    class << self
      def build
        Cart.new(open('x'))
      end
    end

    def add(item)
      @db.put(item)
      count = total
      count
      items.each { |one| report one }
      Shop::Util.pad(item)
      self.check
    end

    def ==(other) = total == other.total

    private def check; end

    alias sum total
    define_method(:twice) { total * 2 }
  end

  Point = Struct.new(:x, :y) do
    def length
      Shop.scale(x)
    end
  end

  def self.scale(n)
    n * LIMIT
  end
end

def report(what)
  puts what
end
`,
  'lib/store.rb': `module Shop
  module Total
    def total
      0
    end
  end

  class Base
    def initialize(db); end
  end

  class Store
    def initialize(path)
      @path = path
    end

    def put(item)
      save(item)
    end

    def save(item); end
  end

  module Util
    def self.pad(text)
      text
    end
  end
end
`,
}
