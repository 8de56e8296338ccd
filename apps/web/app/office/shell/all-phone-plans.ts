import * as countries from '../../ui/phone-countries.ts';
import { setPhonePlans } from '../../ui/phone-plans.ts';

/* The back office reads numbers of all countries in many forms, so it starts with the numbering plans. The server also
   renders guests' pages, whose phone fields do not have the plans at first, so it must not load them. */
if (!import.meta.env.SSR) setPhonePlans(countries);
