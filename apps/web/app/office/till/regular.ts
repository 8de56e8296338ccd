import type { Regular } from './till.ts';

/** A guest whom the till knows. */
export const priya: Regular = {
  firebaseId: 'u-priya',
  id: 'u-priya',
  name: 'Priya Sharma',
  email: 'priya@example.com',
  phone: '+19025550161',
  totalOrders: 4,
  totalSpent: 80,
  isActive: true,
  role: 'customer',
  createdAt: null,
  lastOrderDate: null,
  isConfirmed: true,
};
