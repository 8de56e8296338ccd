export const PIN_LENGTH = 6;
export const PIN_PATTERN = new RegExp(String.raw`^\d{${PIN_LENGTH}}$`);
