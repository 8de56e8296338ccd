/** A field of a sent form as text; files and missing fields are empty. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}

export interface FormFailure {
  /** Beside their fields. */
  readonly fields: Readonly<Record<string, string>>;
  /** Above the button, when it belongs to no field. */
  readonly whole?: string;
  /** What was typed, so that a page without scripts keeps it. Never a password. */
  readonly typed: Readonly<Record<string, string>>;
}
