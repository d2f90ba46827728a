/** A small program: headers that declare, files that define what they do under other spellings of the same names. */
export const PROGRAM: Readonly<Record<string, string>> = {
  'shop/thing.h': `#pragma once
namespace app {
// Sells.
class Thing {
 public:
  Thing();
  explicit Thing(int count);
  void open(int count);
  static Thing make();
  class Part {
   public:
    void run();
  };
 private:
  int count_;
};
}
namespace acme::gfx {
class Widget { public: void draw(); };
}
`,
  'shop/thing.cpp': `#include "thing.h"
using namespace app;
Thing::Thing() {}
Thing::Thing(int count) : count_(count) {}
static void note() {}
void Thing::open(int count) { note(); }
Thing Thing::make() { return Thing(1); }
void Thing::Part::run() {}
namespace acme { namespace gfx {
void Widget::draw() {}
} }
`,
  'main.cpp': `#include <memory>
#include "shop/thing.h"
using namespace app;
extern Thing elsewhere;
int main() {
  Thing one;
  one.open(1);
  Thing two(1);
  Thing three{1};
  auto four = std::make_shared<Thing>(2);
  four->open(2);
  Thing *five = new Thing();
  Thing::Part part;
  part.run();
  acme::gfx::Widget widget;
  widget.draw();
  Thing copy = Thing::make();
  int number;
}
`,
}
