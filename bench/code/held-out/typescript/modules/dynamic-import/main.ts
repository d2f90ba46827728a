async function main(kind: string): Promise<void> {
  if (kind === 'zip') {
    const { pack } = await import('./zip')
    console.log(pack('data'))
  } else {
    const tar = await import('./tar')
    console.log(tar.pack('data'))
  }
}

await main('zip')
await main('tar')

export {}
