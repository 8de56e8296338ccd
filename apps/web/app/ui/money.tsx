import type { Cents } from '@tiffin/domain/core';
import { formatMoney } from './format.ts';
import { classNames } from './class-names.ts';

export function Money({ cents, className }: { cents: Cents; className?: string }) {
  return <span className={classNames('num', className)}>{formatMoney(cents)}</span>;
}
