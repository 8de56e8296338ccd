import { useId } from 'react';
import { useQuery } from '@tanstack/react-query';
import { say } from '@tiffin/domain/core';
import { JOINED_NAME_MAX, seatingsOfPlan } from '@tiffin/domain/floor';
import { apiQuery } from '../../shared/api/queries.ts';
import { useBackOffice } from '../../shared/session/back-office.tsx';
import { TextField } from '../../ui/form-fields.tsx';
import { floorKey } from './use-reservations.ts';

/** The plan of a location; undefined until it is loaded, and where no restaurant of the person has one. */
export function usePlan(locationId: string) {
  const { me } = useBackOffice();
  const query = apiQuery(floorKey(locationId), 'getFloor', { query: { locationId } });
  return useQuery({ ...query, enabled: me.hasFloor === true && locationId !== '' }).data;
}

interface TableFieldProps {
  locationId: string;
  className?: string | undefined;
  value: string;
  onValue: (value: string) => void;
}

/** A table or joined ones, typed or chosen from those of the plan. */
export function TableField({ locationId, className = '', ...field }: TableFieldProps) {
  const plan = usePlan(locationId);
  const listId = useId();
  return (
    <>
      <TextField
        label={say`Table`}
        optional
        className={className}
        maxLength={JOINED_NAME_MAX}
        autoCapitalize="characters"
        list={listId}
        {...field}
      />
      <datalist id={listId}>
        {plan && seatingsOfPlan(plan).map(({ name }) => <option key={name}>{name}</option>)}
      </datalist>
    </>
  );
}
