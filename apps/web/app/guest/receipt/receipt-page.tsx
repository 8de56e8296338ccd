import { orderNotices } from '@tiffin/domain/errors';
import { say } from '@tiffin/domain/core';
import markUrl from '../../assets/brand/logo-mark.svg';
import { useState, type MouseEvent } from 'react';
import { ChevronLeft, Download, Printer } from 'lucide-react';
import { receiptOf, type ReceiptSum } from '@tiffin/domain/receipt';
import { fetchOnce } from '../../shared/api/fetch-once.ts';
import { saveFile } from '../../shared/api/save-csv.ts';
import type { Answer } from '../../shared/api/api.ts';
import { formatTime } from '../../ui/format.ts';
import { paths } from '../../paths.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { TextLink } from '../../ui/link.tsx';
import styles from './receipt-page.module.css';

export type Receipt = Answer<'getOrderReceipt'>;

/** A receipt for an 80 mm printer; on A4 it is at the top of the page. */
export function ReceiptPage({ receipt, backTo }: { receipt: Receipt; backTo: string }) {
  const { order } = receipt;
  const [failed, setFailed] = useState<string | null>(null);
  const zone = order.locationInfo.timeZone;
  const pdf = paths.receiptPdf(order.orderId, order.metadata.orderToken);
  const shown = receiptOf(receipt, (at, look) => formatTime(at, look, zone));

  return (
    <main id="main" className={`grid items-center content-start gap-24 screen-height sunken ${styles.till}`}>
      <div className={`row gap-8 ${styles.tools}`}>
        <TextLink className="push-left" href={backTo}>
          <ChevronLeft width={20} />
          {say`Back`}
        </TextLink>
        {/* Without scripts this is a plain download. */}
        <a
          className={`inline-row gap-6 touch-height text-sm weight-600 ${styles.pdf}`}
          href={pdf}
          download={`${order.orderId}.pdf`}
          onClick={(event) => void download(event, pdf, order.orderId).then(setFailed)}
        >
          <Download width={18} />
          {say`PDF`}
        </a>
        <Button look="quiet" size="sm" onClick={() => print()}>
          <Printer />
          {say`Print`}
        </Button>
      </div>
      {failed !== null && (
        <Banner tone="bad" announce="alert" className={styles.failed ?? ''}>
          {orderNotices.receiptFailed(failed)}
        </Banner>
      )}
      <article className={`relative leading-150 ${styles.paper}`}>
        <header className={`text-center ${styles.centred}`}>
          <img src={markUrl} alt="" width={44} height={44} />
          <h1>{shown.business}</h1>
          {shown.location.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </header>
        <hr />
        <dl className={styles.facts}>
          {shown.facts.map((fact) => (
            <Fact key={fact.name} {...fact} />
          ))}
        </dl>
        <hr />
        <table className={`digits ${styles.items}`}>
          <tbody>
            {shown.items.map((item) => (
              <tr key={item.line}>
                <td className="nowrap">{item.quantity} ×</td>
                <td>
                  {item.name}
                  {item.details.map((detail) => (
                    <small key={detail} className="block">
                      {detail}
                    </small>
                  ))}
                </td>
                <td className="text-right nowrap">{item.amount}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <hr />
        <dl className={`${styles.facts} ${styles.sums}`}>
          {shown.sums.map((sum) => (
            <Fact key={sum.name} {...sum} />
          ))}
        </dl>
        <hr />
        <div className={`text-center ${styles.centred}`}>
          <p className={styles.stamp}>{shown.state}</p>
          {shown.paidAt !== null && <p>{shown.paidAt}</p>}
        </div>
        <hr />
        <footer className={`text-center ${styles.centred}`}>
          {shown.thanks.map((line) => (
            <p key={line}>{line}</p>
          ))}
          {shown.numbers.map((number) => (
            <p className={`above-8 ${styles.small}`} key={number}>
              {number}
            </p>
          ))}
        </footer>
      </article>
    </main>
  );
}

function Fact({ name, value, weight = 'plain' }: { name: string; value: string; weight?: ReceiptSum['weight'] }) {
  return (
    <div className={classNames('flex between gap-16', weight !== 'plain' && styles[weight])}>
      <dt>{name}</dt>
      <dd className="digits text-right break-anywhere">{value}</dd>
    </div>
  );
}

/** Saves the PDF without leaving the page. Returns an error message, or null. */
async function download(event: MouseEvent, href: string, name: string): Promise<string | null> {
  event.preventDefault();
  try {
    saveFile(`${name}.pdf`, await fetchOnce(href, {}, (response) => response.blob()), 'application/pdf');
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
