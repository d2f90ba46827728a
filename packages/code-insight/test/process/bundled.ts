import { openParser } from '../../src/process/parser.ts'

// Bundled by a test as the programs are, to see that the parser finds its files there
async function probe(folder: string): Promise<void> {
  const parser = await openParser(folder)
  const { type, end } = await parser.parse('python', 'x = 1\n')
  process.stdout.write(`${type} ${end}`)
}

void probe(process.argv[2] ?? '')
