import { cents, type Cents } from '@tiffin/domain/core';

export function sumCents<Row>(rows: readonly Row[], valueOf: (row: Row) => number): Cents {
  return cents(rows.reduce((sum, row) => sum + valueOf(row), 0));
}
