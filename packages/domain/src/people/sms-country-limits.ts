/** The default limits for text messages to unconfirmed numbers: the countries, and how many per location and hour. */
export const UNCONFIRMED_SMS_LIMITS = { to: '+1', most: 200 } as const;
export const COUNTRY_CODES = /^\+\d{1,7}(, *\+\d{1,7})*$/;

/** Canada and the United States. Other countries share the code; texts there cost many times as much. */
const NORTH_AMERICA = '+1';
const OTHER_NORTH_AMERICAN =
  /^\+1(?:242|246|264|268|284|340|345|441|473|649|658|664|67[01]|684|721|758|767|784|787|809|829|849|86[89]|876|939)/;
/** Numbers whose owners earn from each call or text, and personal numbers that forward to such. */
const PREMIUM = /^\+(?:1(?:900|\d{3}976)|33(?:8[19])|44(?:70|9)|49(?:137|180|900)|61(?:190))/;

/**
 * Checks whether a number belongs to one of the countries, such as `+1, +44`, and is not a premium number. Messages to
 * others may be expensive, and fraudsters can profit from them. `+1` stands for Canada and the United States; another
 * country of that code is named with its area code, such as `+1242`.
 */
export function isPhoneOfCountries(phone: string, codes: string): boolean {
  if (PREMIUM.test(phone)) return false;
  return codes.split(',').some((text) => {
    const code = text.trim();
    return phone.startsWith(code) && !(code === NORTH_AMERICA && OTHER_NORTH_AMERICAN.test(phone));
  });
}
