import { useState, type ReactNode } from 'react';
import { say } from '@tiffin/domain/core';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { SelectField, TextField } from '../../../ui/form-fields.tsx';
import { NamedOptions } from '../../../ui/inputs.tsx';
import { Panel } from '../../../ui/panel.tsx';
import type { ImportChoices, ImportPlan } from './import-data.ts';

interface ImportColumnsProps {
  plan: Pick<ImportPlan, 'columns'>;
  choices: ImportChoices;
  /** The meanings to choose from. */
  options: readonly { readonly id: string; readonly name: string }[];
  /** What to choose first, if nothing can be read without it. */
  missing: string | null;
  children?: ReactNode;
  /** Reads the file again. */
  onChoices: (choices: ImportChoices) => void;
}

/** What each column means, with its first values (none from an older server). */
export function ImportColumns({ plan, choices, options, missing, children, onChoices }: ImportColumnsProps) {
  const columns = plan.columns ?? [];
  // A column stays where it is while its meaning is chosen.
  const [isKnown] = useState(() => columns.map(({ meaning }) => meaning !== ''));
  const choose = (at: number, meaning: string) => {
    // A meaning moves to the column that is chosen for it.
    const meanings = columns.map((column) =>
      column.meaning === meaning && meaning !== 'modifier' ? '' : column.meaning,
    );
    onChoices({ ...choices, columns: meanings.with(at, meaning) });
  };
  const fields = (known: boolean) => (
    <div className="grid two-from-600 gap-16">
      {columns.map(
        ({ heading, meaning, samples }, at) =>
          isKnown[at] === known && (
            <SelectField
              // Headings may be empty or the same, and the columns of a file stay in their order.
              // oxlint-disable-next-line react/no-array-index-key
              key={`${at} ${heading}`}
              label={heading || say`Column ${at + 1}`}
              hint={samples.join(' · ') || say`This column is empty.`}
              value={meaning}
              onValue={(value) => choose(at, value)}
            >
              <option value="">{say`Not read`}</option>
              <NamedOptions options={options} />
            </SelectField>
          ),
      )}
    </div>
  );
  const others = isKnown.filter((known) => !known).length;
  return (
    <Panel
      title={say`What the file says`}
      explain={columns.length > 0 ? say`Correct what each column means, by its first values.` : undefined}
    >
      {missing !== null && <Banner tone="warn">{missing}</Banner>}
      {fields(true)}
      {others > 0 && (
        <details open={missing !== null}>
          <summary className="touch-height">{say`Other columns: ${others}`}</summary>
          {fields(false)}
        </details>
      )}
      {children}
    </Panel>
  );
}

/** Asks for the category of dishes without one. */
export function CategoryOfNewDishes({ choices, onChoices }: Pick<ImportColumnsProps, 'choices' | 'onChoices'>) {
  const [category, setCategory] = useState(choices.category ?? '');
  return (
    <form
      className="row flex-wrap gap-8-16 align-end"
      onSubmit={(event) => {
        event.preventDefault();
        onChoices({ ...choices, category: category.trim() || null });
      }}
    >
      <TextField
        label={say`Category of new dishes without one`}
        maxLength={50}
        value={category}
        onValue={setCategory}
      />
      <Button type="submit" look="line" disabled={category.trim() === (choices.category ?? '')}>
        {say`Use this category`}
      </Button>
    </form>
  );
}

/** What to choose first in a menu without names. A list has no columns. */
export function missingNames({ columns = [] }: Pick<ImportPlan, 'columns'>): string | null {
  const hasNames = columns.length === 0 || columns.some(({ meaning }) => meaning === 'name' || meaning === 'id');
  return hasNames ? null : say`Please choose which column has the names of the dishes, and which has the prices.`;
}
