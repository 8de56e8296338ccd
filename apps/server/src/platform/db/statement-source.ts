/**
 * The parts of the statement for new orders that differ between one order and many. Each module writes the part of the
 * statement that inserts into its tables ([decision 7](../../../../../docs/decisions/0007-write-an-order-in-one-statement.md)).
 */
export interface StatementSource {
  /** The SQL of an order's field. */
  readonly $: (field: string) => string;
  /** The WITH item that makes rows of the orders; empty for one order. */
  readonly list: string;
  /** The FROM clause that reads every order. */
  readonly fromEach: string;
  /** The FROM items that join an order's fields to the checked and to the inserted orders. */
  readonly checked: string;
  readonly inserted: string;
  /** A batch does not wait for an account that is being deleted. */
  readonly nowait: '' | ' nowait';
  /** A condition that is true and forces all rows of the order to be written before counters are locked. */
  readonly afterRows: string;
}

export const columnList = (fields: object): string => Object.keys(fields).join(', ');
export const columnDefinitions = (types: Readonly<Record<string, string>>): string =>
  Object.entries(types)
    .map(([name, type]) => `${name} ${type}`)
    .join(', ');
