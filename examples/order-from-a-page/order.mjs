/**
 * The API of one location, for a page of your own website. `key` is a customer key, which is public: it works only on
 * the pages that you listed under Connections.
 */
export function restaurant({ site, key, locationId, send = fetch }) {
  async function call(name, { query = {}, body, idempotencyKey } = {}) {
    const response = await send(`${site}/api/${name}?${new URLSearchParams(query)}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        'x-api-key': key,
        ...(body && { 'content-type': 'application/json' }),
        ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const answer = await response.json();
    // The words are for people, in the language of the request.
    if (!answer.success) throw new Error(answer.error);
    return answer;
  }

  return {
    /** The dishes that can be ordered now without choosing an option. */
    async dishes() {
      const { items } = await call('getLocationMenu', { query: { locationId } });
      return items.filter(({ isAvailable, optionGroups = [] }) => isAvailable && optionGroups.length === 0);
    },

    /** What the dishes cost with tax, and when they would be ready. Places nothing. */
    quote(items) {
      return call('quoteOrder', { body: { locationId, orderType: 'pickup', items } });
    },

    /**
     * Places the order at the prices of the quote. Make one `idempotencyKey` for a cart and send it with every attempt:
     * then a second press, or an answer that got lost, makes no second order.
     */
    async order({ items, pricing, customerInfo, idempotencyKey }) {
      const { location } = await call('getLocation', { query: { locationId } });
      const body = {
        customerInfo,
        items,
        orderType: 'pickup',
        locationInfo: { id: location.id, name: location.name },
        pricing,
      };
      return call('createCustomerOrderCash', { body, idempotencyKey });
    },
  };
}
