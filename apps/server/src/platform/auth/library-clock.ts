import {
  OperationNodeTransformer,
  type KyselyPlugin,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  type PrimitiveValueListNode,
  type QueryResult,
  type RootOperationNode,
  type UnknownRow,
  type ValueNode,
} from 'kysely';
import type { Clock } from '../clock.ts';

/**
 * The sign-in library uses the machine's clock, our tables use the context's clock. Times are shifted by the
 * difference when the library reads and writes them.
 */
export class LibraryClock implements KyselyPlugin {
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
    return new TimeShifter(this.#ahead()).transformNode(node);
  }

  transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    const ahead = this.#ahead();
    const rows = result.rows.map((row) =>
      Object.fromEntries(Object.entries(row).map(([column, value]) => [column, shifted(value, -ahead)])),
    );
    return Promise.resolve({ ...result, rows });
  }

  #ahead(): number {
    return this.#clock.now().getTime() - Date.now();
  }
}

class TimeShifter extends OperationNodeTransformer {
  readonly #by: number;

  constructor(by: number) {
    super();
    this.#by = by;
  }

  protected override transformValue(node: ValueNode): ValueNode {
    return { ...node, value: shifted(node.value, this.#by) };
  }

  protected override transformPrimitiveValueList(node: PrimitiveValueListNode): PrimitiveValueListNode {
    return { ...node, values: node.values.map((value) => shifted(value, this.#by)) };
  }
}

function shifted<Value>(value: Value, by: number): Value | Date {
  return value instanceof Date ? new Date(value.getTime() + by) : value;
}
