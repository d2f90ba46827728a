const SCRIPT = `// one
function f(x) {
  if (x > 1) { for (const a of x) y(a, \`t\${x}\`) } else { y('s', /r/) }
}
`

/** For each grammar a text with comments, texts of several kinds, branches, loops and calls: what its scanner reads. */
export const TEXTS: Readonly<Record<string, string>> = {
  bash: `# one
f() {
  case $1 in a*) y 1 ;; *) y "s $x \${x:-1}" ;; esac
  [[ $a == foo* && $b =~ ^x ]] && y 't'
  for i in 1 2; do y <<E
text $i
E
  done
}
`,
  c: `/* one */
int f(int x) {
  if (x > 1) { return y(1); } // two
  while (x) y("s\\n");
  switch (x) { case 1: y('c'); }
  return 0;
}
`,
  cpp: `/* one */
int f(int x) {
  if (x > 1) { return y(1); } // two
  while (x) y("s\\n");
  switch (x) { case 1: y('c'); }
  return 0;
}
auto s = R"x(raw)x";
template <class T> T g(T a) { for (auto& b : a) y(b); return a; }
`,
  c_sharp: `/* one */ class A { void f(int x) { if (x > 1) { y(1); } while (x < 2) { y("s\\n"); } switch (x) { default: y('c'); } } }
class B { string s = $"a {y(1)} b"; string t = @"c"; string u = """raw""" ; }
`,
  dart: `// one
void f(int x) {
  if (x > 1) { y('s $x \${y(1)}'); } else { for (var a in b) y(r'c'); }
  /* two */ y("""d""");
}
`,
  elixir: `# one
defmodule A do
  def f(x) do
    if x > 1, do: y("s #{x}"), else: y(~r/a/)
    case x do
      1 -> y('c')
      :a -> y("""
      d
      """)
    end
  end
end
`,
  go: `package a

// one
func f(x int) {
	if x > 1 {
		y("s\\n")
	}
	for _, a := range b {
		y(\`raw\`, a)
	}
	/* two */ switch x {
	case 1:
		y('c')
	}
}
`,
  java: `/* one */ class A { void f(int x) { if (x > 1) { y(1); } while (x < 2) { y("s\\n"); } switch (x) { default: y('c'); } } }
`,
  javascript: SCRIPT,
  typescript: SCRIPT,
  tsx: SCRIPT,
  kotlin: `// one
fun f(x: Int) {
  if (x > 1) y("s $x \${y(1)}") else y("""raw""")
  /* two /* three */ */
  for (a in b) y('c')
  when (x) { 1 -> y(1); else -> y(2) }
}
`,
  lua: `-- one
--[[ two ]]
function f(x)
  if x > 1 then y("s") elseif x then y([[raw]]) end
  for i = 1, 2 do y('c') end
end
`,
  php: `<?php
// one
function f($x) {
  if ($x > 1) { y("s $x {$x->a()}"); } # two
  foreach ($x as $a) y('c');
  y(<<<E
  text $x
  E);
}
?>
<p>html</p>
`,
  python: `# one
def f(x):
  """two"""
  if x > 1:
    y(f"s {x}")
  for a in x:
    y('c', b"""d""")
  while x: y(1)
`,
  ruby: `# one
def f(x)
  if x > 1 then y("s #{x}") else y(%w[a b], /r/, :s) end
  y(<<~E)
    text #{x}
  E
  x.each do |a| y(a) end
  case x when 1 then y('c') end
end
`,
  rust: `// one
fn f(x: i32) {
  if x > 1 { y("s\\n") } else { y(r#"raw"#) }
  /* two /* three */ */
  for a in b { y('c') }
  match x { 1 => y(1.0), _ => y(2) }
}
`,
  scala: `// one
object A {
  def f(x: Int) = {
    if (x > 1) y(s"a $x \${y(1)}") else y("""raw""")
    for (a <- b) y('c')
    x match { case 1 => y(1); case _ => y(2) }
  }
}
`,
  swift: `// one
func f(x: Int) {
  if x > 1 { y("s \\(x)") } else { y("c") }
  /* two /* three */ */
  for a in b { y(a) }
  switch x { case 1: y(1)
  default: y("""
  d
  """) }
}
`,
}
