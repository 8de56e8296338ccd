/** The sandbox’s card numbers by their behaviour. */
export const CARDS = {
  pays: '4242 4242 4242 4242',
  declined: '4000000000000002',
  insufficient: '4000000000009995',
  requiresAction: '4000002500003155',
  refundFails: '4000000000005126',
  late: '4000000000000259',
  fiveTimes: '4000000000000341',
} as const;
