import { Trash2 } from 'lucide-react';
import { say } from '@tiffin/domain/core';
import { FLOOR_LIMITS, PLAN, type PlannedTable, type TableShape } from '@tiffin/domain/floor';
import { Button } from '../../ui/button.tsx';
import { Segmented, optionsOf } from '../../ui/choices.tsx';
import { Field } from '../../ui/field.tsx';
import { Select, TextInput } from '../../ui/inputs.tsx';
import { Stepper } from '../../ui/stepper.tsx';
import type { Floor } from './floor-data.ts';

interface TableFieldsProps {
  table: PlannedTable;
  areas: Readonly<Floor['areas']>;
  onChange: (changes: Partial<PlannedTable>) => void;
  onRemove: () => void;
}

/** The fields of the table that is chosen in the editor of the plan. */
export function TableFields({ table, areas, onChange, onRemove }: TableFieldsProps) {
  const { grid, smallestTable } = PLAN;
  /** The smallest, the current and the largest length, in dots of the grid. */
  const inDots = (length: number, most: number) => [smallestTable / grid, length / grid, most / grid] as const;
  const stepper = (
    title: string,
    label: string,
    [min, value, max]: readonly [number, number, number],
    onValue: (value: number) => void,
  ) => (
    <div className="grid gap-6 items-start">
      <span className="label">{title}</span>
      <Stepper label={label} value={value} min={min} max={max} onValue={onValue} />
    </div>
  );
  return (
    <>
      <h2 className="text-xl">{say`Table ${table.name}`}</h2>
      <Field label={say`Name`}>
        <TextInput
          value={table.name}
          maxLength={FLOOR_LIMITS.name}
          onChange={(event) => onChange({ name: event.target.value })}
        />
      </Field>
      {areas.length > 1 && (
        <Field label={say`Area`}>
          <Select value={table.area} onValue={(area) => onChange({ area })}>
            {areas.map(({ areaId, name }) => (
              <option key={areaId}>{name}</option>
            ))}
          </Select>
        </Field>
      )}
      <Segmented<TableShape>
        legend={say`Shape`}
        options={optionsOf({ rectangle: say`Rectangle`, circle: say`Round` })}
        value={table.shape}
        onValue={(shape) => onChange({ shape })}
      />
      <div className="grid two-columns gap-12">
        {stepper(say`Seats`, say`seat`, [1, table.seats, FLOOR_LIMITS.seats], (seats) => onChange({ seats }))}
        {stepper(say`Width`, say`dot of width`, inDots(table.width, PLAN.width), (dots) =>
          onChange({ width: dots * grid }),
        )}
        {table.shape === 'rectangle' &&
          stepper(say`Height`, say`dot of height`, inDots(table.height, PLAN.height), (dots) =>
            onChange({ height: dots * grid }),
          )}
      </div>
      <Button look="quiet" onClick={onRemove}>
        <Trash2 /> {say`Remove table ${table.name}`}
      </Button>
    </>
  );
}
