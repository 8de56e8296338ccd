/** Where the reservations that wait for a connection are kept. */
export const QUEUE_STORAGE_KEY = 'tiffin_reservation_queue';
