import { fromDollars, say } from '../core/index.ts';

export interface MenuItemForm {
  readonly name: string;
  readonly description: string;
  readonly category: string;
  /** Dollars, as typed. */
  readonly price: string;
  readonly isTodaysSpecial: boolean;
  readonly specialStartDate: string;
  readonly specialEndDate: string;
}

export type MenuItemField = keyof MenuItemForm;

export function checkMenuItemForm(form: MenuItemForm): Partial<Record<MenuItemField, string>> {
  const errors: Partial<Record<MenuItemField, string>> = {};
  if (form.name.trim() === '') errors.name = say`Name is required`;
  if (form.description.trim() === '') errors.description = say`Description is required`;
  if (form.category.trim() === '') errors.category = say`Category is required`;
  if (!isPrice(form.price)) errors.price = say`Valid price is required`;
  if (form.isTodaysSpecial) {
    if (form.specialStartDate === '') errors.specialStartDate = say`Start date is required`;
    if (form.specialEndDate === '') errors.specialEndDate = say`End date is required`;
    else if (form.specialEndDate < form.specialStartDate) {
      errors.specialEndDate = say`End date must be after start date`;
    }
  }
  return errors;
}

/** A number of at least one cent. */
function isPrice(text: string): boolean {
  if (!/^(?:\d+(?:\.\d*)?|\.\d+)$/.test(text.trim())) return false;
  const price = fromDollars(Number(text));
  return price !== null && price > 0;
}
