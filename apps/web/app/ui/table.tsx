import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './lists.module.css';

export interface Column<Row> {
  readonly id: string;
  readonly head: ReactNode;
  readonly cell: (row: Row) => ReactNode;
  /** Figures are aligned right. */
  readonly align?: 'end';
  readonly isRowHeader?: boolean;
  readonly sort?: 'ascending' | 'descending' | 'none';
  readonly onSort?: () => void;
}

export interface TableProps<Row> {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  isPicked?: (row: Row) => boolean;
  /** Shown instead of a table without rows. */
  empty?: string;
}

/** Scrolls sideways when it is too wide; the page never does. */
export function Table<Row>({ caption, columns, rows, rowKey, isPicked, empty }: TableProps<Row>) {
  if (rows.length === 0 && empty !== undefined) return <p>{empty}</p>;
  return (
    // A scrolling region must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className="scroll-x round-sm" aria-label={caption} tabIndex={0}>
      <table className={`text-sm ${styles.table}`}>
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column.id}
                scope="col"
                className={`hint nowrap ${column.align ? 'text-right digits' : 'text-left'}`}
                aria-sort={column.sort}
              >
                {column.onSort ? (
                  <button
                    type="button"
                    className={`inline-row gap-4 touch-height no-padding ${styles.sort}`}
                    onClick={column.onSort}
                  >
                    {column.head}
                    <span aria-hidden="true">
                      {column.sort === 'ascending' ? '▲' : column.sort === 'descending' ? '▼' : ''}
                    </span>
                  </button>
                ) : (
                  column.head
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)} className={classNames(isPicked?.(row) && styles.picked)}>
              {columns.map((column) =>
                column.isRowHeader ? (
                  <th key={column.id} className="text-left weight-600" scope="row">
                    {column.cell(row)}
                  </th>
                ) : (
                  <td key={column.id} className={column.align && 'text-right digits'}>
                    {column.cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
