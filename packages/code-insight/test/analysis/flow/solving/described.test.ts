import { test } from 'vitest'
import { expectMarkedCalls } from './marked.ts'

/** Helpers by which compilers give classes their members: Babel's of several versions, one that is imported, one of another name. */
const HELPERS: Readonly<Record<string, readonly [helper: string, call: string]>> = {
  'a function': [
    'function _createClass(e, r, t) { return r && _props(e.prototype, r), t && _props(e, t), e; }',
    '_createClass',
  ],
  'a function in a function': [
    'var _createClass = function () { function props(target, all) { for (var i = 0; i < all.length; i++) Object.defineProperty(target, all[i].key, all[i]); } return function (C, p, s) { if (p) props(C.prototype, p); if (s) props(C, s); return C; }; }();',
    '_createClass',
  ],
  imported: ['var _class2 = _interop(require("@babel/runtime/helpers/createClass"));', '(0, _class2.default)'],
  'of another name': ['var __members = require("./members");', '__members'],
}

test('the members that a compiled class is given by descriptions of them are its members', async () => {
  for (const [helper, call] of Object.values(HELPERS))
    for (const isReturned of [true, false]) {
      const members = `${call}(Shape, [{
    key: "area",
    value: function area() {
      return this.side(); // #> Shape.side
    }
  }, {
    key: "side",
    value: function () { return helper(); }, // #> helper
  }, {
    key: "size",
    get: function get() { return this.side(); } // #> Shape.side
  }], [{
    key: "of",
    value: function of(name) { return new Shape(name); } // #> Shape
  }])`
      await expectMarkedCalls({
        'main.js': `"use strict";
${helper}
var Shape = exports.Shape = /*#__PURE__*/function () {
  function Shape(name) { this.name = name; }
  ${isReturned ? `return ${members};` : `${members};\n  return Shape;`}
}();
function helper() {}
var shape = new Shape('x'); // #> Shape
shape.area(); // #> Shape.area
shape.size; // #> Shape.size
Shape.of('y').side(); // #> Shape.of Shape.side
`,
      })
    }
})

test('a call with lists of other objects is a call like any other', async () => {
  await expectMarkedCalls({
    'main.js': `
function run(of, steps) { steps.forEach((step) => step.value()) } // #> second
function first() {}
function second() {}
run(first, [{ name: 'a', value: second }]) // #> run
run(first, [{ key: computed(), value: second }]) // #> computed run
function computed() {}
`,
  })
})
