import type { Role } from '@tiffin/domain/people';
import type { DemoLocation } from './locations.ts';

export interface DemoPerson {
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly locationIds: readonly DemoLocation['id'][];
  readonly phone: string;
}

export const DEMO_PASSWORD = 'Demo-pass-1!';
export const DEMO_CUSTOMER_KEY = 'pk_demo';

/** The accounts printed at start. Phone numbers in E.164. */
export const demoPeople: readonly DemoPerson[] = [
  { email: 'customer@demo.test', name: 'Priya Sharma', role: 'customer', locationIds: [], phone: '+19025550161' },
  { email: 'customer2@demo.test', name: 'Liam MacDonald', role: 'customer', locationIds: [], phone: '+19025550162' },
  { email: 'staff.truro@demo.test', name: 'Arjun Patel', role: 'staff', locationIds: ['truro'], phone: '+19025550163' },
  {
    email: 'manager.truro@demo.test',
    name: 'Meera Nair',
    role: 'manager',
    locationIds: ['truro'],
    phone: '+19025550164',
  },
  {
    email: 'staff.glasgow@demo.test',
    name: 'Fiona Fraser',
    role: 'staff',
    locationIds: ['new-glasgow'],
    phone: '+19025550165',
  },
  { email: 'admin@demo.test', name: 'Anjali Rao', role: 'admin', locationIds: [], phone: '+19025550166' },
];
