import * as countries from '../../ui/phone-countries.ts';
import { setPhonePlans } from '../../ui/phone-plans.ts';

/* The back office reads numbers of all countries in many forms, so it starts with the numbering plans. On the server
   they would render another text in a guest's phone field than the browser does at first. */
if (!import.meta.env.SSR) setPhonePlans(countries);
