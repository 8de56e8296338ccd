/** What the sheet of a dish with choices needs beside that of any dish: it comes with the first of them. */
export { Contains, PriceSums } from './dish-sums.tsx';
export { OptionGroups } from './dish-options.tsx';
