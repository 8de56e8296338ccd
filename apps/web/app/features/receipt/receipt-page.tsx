import { useState, type MouseEvent } from 'react';
import { ChevronLeft, Download, Printer } from 'lucide-react';
import { rateFromDecimal } from '@tiffin/domain/core';
import { GUEST_SPICE } from '@tiffin/domain/menu';
import { receiptState } from '@tiffin/domain/order';
import { phoneText } from '@tiffin/domain/people';
import { taxPercentText } from '@tiffin/domain/tax';
import markUrl from '../../assets/brand/logo-mark.svg';
import { apiErrorFrom } from '../../lib/api-error.ts';
import type { Answer } from '../../lib/api.ts';
import { formatTime } from '../../lib/format.ts';
import { paths } from '../../paths.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { TextLink } from '../../ui/link.tsx';
import styles from './receipt-page.module.css';
import { texts } from './texts.ts';

export type Receipt = Answer<'getOrderReceipt'>;

/** A receipt as a printer of 80 mm gives it; on A4 it stands at the top of the page. */
export function ReceiptPage({ receipt, backTo }: { receipt: Receipt; backTo: string }) {
  const { order, business } = receipt;
  const [failed, setFailed] = useState<string | null>(null);
  const zone = order.locationInfo.timeZone;
  const pdf = paths.receiptPdf(order.orderId, order.metadata.orderToken);
  const [firstName = ''] = order.customerInfo.name.split(' ');

  return (
    <main id="main" className={styles.till}>
      <div className={styles.tools}>
        <TextLink href={backTo}>
          <ChevronLeft aria-hidden="true" width={20} />
          {texts.back}
        </TextLink>
        {/* Without scripts a plain download. */}
        <a
          className={styles.pdf}
          href={pdf}
          download={`${order.orderId}.pdf`}
          onClick={(event) => void download(event, pdf, order.orderId).then(setFailed)}
        >
          <Download aria-hidden="true" width={18} />
          {texts.pdf}
        </a>
        <Button look="quiet" size="sm" onClick={() => print()}>
          <Printer aria-hidden="true" />
          {texts.print}
        </Button>
      </div>
      {failed !== null && (
        <Banner tone="bad" announce="alert" className={styles.failed ?? ''}>
          {texts.failed(failed)}
        </Banner>
      )}
      <article className={styles.paper}>
        <header className={styles.centred}>
          <img src={markUrl} alt="" width={44} height={44} />
          <h1>{business.name}</h1>
          <p>{order.locationInfo.name}</p>
          <p>{order.locationInfo.address}</p>
          <p>{phoneText(order.locationInfo.phone)}</p>
        </header>
        <hr />
        <dl className={styles.facts}>
          <Fact name={texts.order} value={order.orderId} />
          <Fact name={texts.placed} value={formatTime(order.orderTime, 'date-time-year', zone)} />
          <Fact name={texts.orderType} value={texts.types[order.orderType]} />
          <Fact name={texts.customer} value={order.customerInfo.name} />
          {order.tableInfo?.tableNumber && <Fact name={texts.table} value={order.tableInfo.tableNumber} />}
          {order.deliveryInfo && <Fact name={texts.deliverTo} value={order.deliveryInfo.address} />}
        </dl>
        <hr />
        <table className={styles.items}>
          <tbody>
            {order.items.map((item) => (
              <tr key={item.line}>
                <td>{item.quantity} ×</td>
                <td>
                  {item.name}
                  {item.selectedSpiceLevel > GUEST_SPICE.level && <small>{item.spiceLevelName}</small>}
                </td>
                <td>{amount(item.price * item.quantity)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <hr />
        <Sums receipt={receipt} />
        <hr />
        <div className={styles.centred}>
          <p className={styles.stamp}>{receiptState({ ...order, adminCreated: order.metadata.adminCreated })}</p>
          {order.paidAt && <p>{texts.paidAt(formatTime(order.paidAt, 'time-zone', zone))}</p>}
        </div>
        <hr />
        <footer className={styles.centred}>
          <p>{texts.thanks(firstName)}</p>
          <p>{texts.soon}</p>
          {business.hstNumber && <p className={styles.small}>{texts.hst(business.hstNumber)}</p>}
        </footer>
      </article>
    </main>
  );
}

function Sums({ receipt: { order, cashRounding, cashDue } }: { receipt: Receipt }) {
  const { pricing } = order;
  return (
    <dl className={styles.facts}>
      <Fact name={texts.subtotal} value={amount(pricing.subtotal)} />
      <Fact
        name={texts.tax(pricing.taxLabel, taxPercentText(rateFromDecimal(pricing.taxRate)))}
        value={amount(pricing.tax)}
      />
      {pricing.tip > 0 && <Fact name={texts.tip} value={amount(pricing.tip)} />}
      <Fact name={texts.total} value={`$${amount(pricing.total)}`} look={styles.total} />
      {cashRounding !== 0 && (
        <>
          <Fact name={texts.rounding} value={amount(cashRounding)} />
          <Fact name={texts.due} value={`$${amount(cashDue)}`} look={styles.due} />
        </>
      )}
      {pricing.refunded > 0 && <Fact name={texts.refunded} value={`−$${amount(pricing.refunded)}`} />}
    </dl>
  );
}

function Fact({ name, value, look }: { name: string; value: string; look?: string | undefined }) {
  return (
    <div className={look}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function amount(dollars: number): string {
  return dollars.toFixed(2).replace('-', '−');
}

/** Answers what went wrong, or null. */
async function download(event: MouseEvent, href: string, name: string): Promise<string | null> {
  event.preventDefault();
  try {
    const response = await fetch(href);
    if (!response.ok) return (await apiErrorFrom(response)).message;
    const url = URL.createObjectURL(await response.blob());
    const link = Object.assign(document.createElement('a'), { href: url, download: `${name}.pdf` });
    link.click();
    URL.revokeObjectURL(url);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
