import { PrefixedInput, type TextInputProps } from './inputs.tsx';

/** An amount of money as typed: a comma is a point to whoever learnt it so, and never nothing. */
export function DollarInput({
  onValue,
  ...rest
}: Omit<TextInputProps, 'prefix' | 'type' | 'onChange'> & { onValue: (text: string) => void }) {
  return (
    <PrefixedInput
      prefix="$"
      inputMode="decimal"
      {...rest}
      onChange={(event) => onValue(event.target.value.replace(',', '.'))}
    />
  );
}
