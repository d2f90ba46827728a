import * as z from 'zod'
import { from } from './verb/inputs.ts'
import { operation, type Screen } from './verb/operation.ts'
import { lookalikeWords, type ProjectDocument, projectDocuments } from './verb/projects.ts'
import { settleProjects } from './verb/settling.ts'
import { count } from './verb/words.ts'

const input = z.object({
  action: z
    .enum(['list', 'move', 'merge', 'split', 'roll-up'])
    .default('list')
    .describe(
      [
        'what to do',
        'list: show the projects, and which of them may be the same',
        'move OLD [NEW]: the folder OLD was renamed or moved to NEW (default: the current folder)',
        'merge A B: A counts as B, such as a second clone',
        'roll-up A: A counts as the project around it, such as a submodule',
        'split A: A is a project of its own, whatever it looks like, also if it is a folder inside another; undoes the others',
      ].join('\n'),
    ),
  paths: z
    .union([z.array(z.string()).min(1), z.string().transform((path) => [path])])
    .optional()
    .describe('the folders, also one that is gone'),
  from,
})

/** Which folders are one project: a person decides, whatever they look like. */
export default operation({
  name: 'project',
  group: 'Control',
  summary: 'Lists the projects; says that a folder was moved, or that several are one project.',
  example: 'hindcast project move ~/old-name ~/new-name',
  input,
  positional: ['action', 'paths'],
  reads: false,
  needsPerson: ({ action }) => action !== 'list',
  async run({ action, paths = [], from }, ports) {
    const settled = action === 'list' ? null : await settleProjects({ action, paths, from }, ports)
    return { projects: await projectDocuments(ports), settled }
  },
  render: ({ projects, settled }, screen) =>
    settled === null
      ? projectTable(projects, screen)
      : [
          screen.green(screen.short(settled.said)),
          ...(settled.undo === null ? [] : [`To undo it, run ${screen.short(settled.undo)}`]),
        ].join('\n'),
})

function projectTable(projects: readonly ProjectDocument[], screen: Screen): string {
  if (projects.length === 0) return 'No project has any records yet.'
  return projects.flatMap((project) => projectLines(project, screen)).join('\n')
}

function projectLines({ name, root, paths, remotes, sessions, looksLike }: ProjectDocument, screen: Screen): string[] {
  const others = paths.filter((path) => path !== root)
  return [
    `${screen.bold(name)}  ${screen.short(root)}  ${screen.dim([count(sessions, 'session'), ...remotes].join(', '))}`,
    ...others.map((path) => `  also ${screen.short(path)}`),
    ...(looksLike === null ? [] : [screen.yellow(`  ${screen.short(lookalikeWords(looksLike))}`)]),
  ]
}
