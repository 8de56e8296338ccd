import { emailProblem } from '../people/emails.ts';
import { judgeLocationId } from './ids.ts';

export interface LocationForm {
  readonly id: string;
  readonly name: string;
  readonly address: string;
  readonly postalCode: string;
  readonly phone: string;
  readonly email: string;
  /** Empty when unknown. */
  readonly capacity: string;
}

export type LocationField = keyof LocationForm;

/** On `edit` the id is read-only and no rule applies to it. */
export function checkLocationForm(
  form: LocationForm,
  mode: 'add' | 'edit',
  isTaken: (id: string) => boolean,
): Partial<Record<LocationField, string>> {
  const errors: Partial<Record<LocationField, string>> = {};
  if (mode === 'add') {
    if (form.id === '') errors.id = 'Location ID is required';
    else if (!judgeLocationId(form.id, isTaken).valid) errors.id = 'Invalid location ID';
  }
  if (form.name.trim() === '') errors.name = 'Location name is required';
  if (form.address.trim() === '') errors.address = 'Address is required';
  if (form.postalCode.trim() === '') errors.postalCode = 'postalCode is required';
  if (form.phone.trim() === '') errors.phone = 'Phone number is required';
  else if (!LOCATION_PHONE.test(form.phone.trim())) errors.phone = 'Phone must be in format (902) 555-0123';
  const email = emailProblem(form.email);
  if (email !== null) errors.email = email;
  if (!isCapacity(form.capacity)) errors.capacity = 'Capacity must be a positive number';
  return errors;
}

const LOCATION_PHONE = /^\(\d{3}\) \d{3}-\d{4}$/;

function isCapacity(text: string): boolean {
  return text.trim() === '' || /^\d+$/.test(text.trim());
}

/** The field's text as it is kept: no capacity is null, nought is nought. */
export function capacityOf(text: string): number | null {
  return text.trim() === '' ? null : Number(text.trim());
}
