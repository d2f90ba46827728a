interface Tree {
  value: number
  children?: Tree[]
}

console.log(describe({ value: 1, children: [{ value: 2 }, { value: 3, children: [{ value: 4 }] }] }))

function describe(tree: Tree): string {
  return `${sum(tree)} in ${depth(tree)} levels`
}

function sum({ value, children = [] }: Tree): number {
  return children.reduce((total, child) => total + sum(child), value)
}

function depth(tree: Tree): number {
  let deepest = 0
  for (const child of tree.children ?? []) {
    deepest = Math.max(deepest, depth(child))
  }
  return deepest + 1
}
