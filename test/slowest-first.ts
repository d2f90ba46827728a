import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Projects in the order in which their files start: what waits for processes first, what fills the gaps last. */
const ORDER = ['process', 'within', 'store', 'house', 'pure']

/**
 * Starts files that take long first, so that no run ends with one of them alone. The files of a project follow each other,
 * since a worker serves one project only.
 */
export class SlowestFirst extends BaseSequencer {
  override async sort(specs: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ project }: TestSpecification): number => ORDER.indexOf(project.name)
    return (await super.sort(specs)).sort((one, other) => place(one) - place(other))
  }
}
