import { asText, parseJsonFields } from '@tiffin/domain/core';
import { printerTrouble } from '@tiffin/domain/printing';
import { CALL_RATE_LIMITS, type BodyLimits } from '@tiffin/contract';
import type { Context } from '../../../context.ts';
import { InvalidApiKey } from '../../../platform/auth/authenticate.ts';
import type { ApiContext, App } from '../../../platform/http/api-context.ts';
import { readText } from '../../../platform/http/read-body.ts';
import { findPollingPrinter, notePoll, settlePrintJob, takePrintJob, type PollingPrinter } from './print-jobs.ts';

const BODY: BodyLimits = { maxKb: 16, rate: CALL_RATE_LIMITS.work };
const STAR_COMMANDS = 'application/vnd.star.starprnt';

/**
 * Printers that ask for work, as their makers describe it: Star CloudPRNT, and Epson Server Direct Print. The key in
 * the address names the printer.
 */
export function mountPrinters(app: App, context: Context): void {
  // The key is checked first, so that the body of a caller without one is neither read nor parsed.
  const printerOf = async (c: ApiContext, kind: PollingPrinter['kind']) => {
    c.var.info.call = kind === 'star' ? 'cloudprnt' : 'epson-print';
    const printer = await findPollingPrinter(context, c.req.param('key') ?? '');
    if (printer?.kind !== kind) throw new InvalidApiKey(null);
    return printer;
  };

  app.post('/api/cloudprnt/:key', async (c) => {
    const printer = await printerOf(c, 'star');
    const { statusCode, printingInProgress } = parseJsonFields(await readText(c, BODY));
    await notePoll(context, printer, printerTrouble(asText(statusCode)));
    const { job_id: job } = printer;
    if (job === null || printingInProgress === true) return c.json({ jobReady: false });
    return c.json({ jobReady: true, mediaTypes: [STAR_COMMANDS], jobToken: job, deleteMethod: 'DELETE' });
  });
  app.get('/api/cloudprnt/:key', async (c) => {
    const printer = await printerOf(c, 'star');
    // Hono answers HEAD by the handler of GET.
    if (c.req.method === 'HEAD') return c.body(null, 200, { 'content-type': STAR_COMMANDS });
    await notePoll(context, printer);
    const job = c.req.query('token') ?? printer.job_id ?? '';
    if ((c.req.query('type') ?? STAR_COMMANDS) !== STAR_COMMANDS) return c.body(null, 415);
    const bytes = await takePrintJob(context, printer, job);
    return bytes ? c.body(Uint8Array.from(bytes), 200, { 'content-type': STAR_COMMANDS }) : c.body(null, 404);
  });
  app.delete('/api/cloudprnt/:key', async (c) => {
    const code = c.req.query('code') ?? '';
    const printer = await printerOf(c, 'star');
    await notePoll(context, printer, printerTrouble(code));
    // 4xx is a state of the printer, such as no paper, and 520 a broken download. Other 5xx would fail each time.
    const failure = code.startsWith('4') ? 'failed' : 'rejected';
    const outcome = /^[45]/u.test(code) ? failure : 'printed';
    if (!code.startsWith('520')) await settlePrintJob(context, printer.id, c.req.query('token') ?? '', outcome);
    return c.body(null, 200);
  });

  app.post('/api/epson-print/:key', async (c) => {
    const printer = await printerOf(c, 'epson');
    const form = new URLSearchParams(await readText(c, BODY));
    if (form.get('ConnectionType') === 'SetResponse') {
      const { jobId, isPrinted, code } = readPrintResponse(form.get('ResponseFile') ?? '');
      await notePoll(context, printer, isPrinted ? null : printerTrouble(code));
      await settlePrintJob(context, printer.id, jobId, isPrinted ? 'printed' : 'failed');
      return c.body('', 200);
    }
    await notePoll(context, printer);
    const bytes = printer.job_id === null ? null : await takePrintJob(context, printer, printer.job_id);
    if (!bytes) return c.body('', 200);
    const hex = Buffer.from(bytes).toString('hex');
    return c.body(requestFor(String(printer.job_id), hex), 200, { 'content-type': 'text/xml; charset=utf-8' });
  });
}

/** The printer reports within the timeout, before the ticket is offered again. */
function requestFor(jobId: string, hex: string): string {
  return `<?xml version="1.0" encoding="utf-8"?>
<PrintRequestInfo Version="2.00"><ePOSPrint><Parameter><devid>local_printer</devid><timeout>20000</timeout>\
<printjobid>${jobId}</printjobid></Parameter><PrintData>\
<epos-print xmlns="http://www.epson-pos.com/schemas/2011/03/epos-print"><command>${hex}</command></epos-print>\
</PrintData></ePOSPrint></PrintRequestInfo>`;
}

/** Reads Epson's report without regular expressions, whose time could grow with the square of the text. */
export function readPrintResponse(xml: string) {
  const tag = between(xml, '<response', '>');
  return {
    jobId: between(xml, '<printjobid>', '</printjobid>'),
    isPrinted: ['true', '1'].includes(between(tag, 'success="', '"')),
    code: between(tag, 'code="', '"'),
  };
}

function between(text: string, start: string, end: string): string {
  const at = text.indexOf(start);
  const from = at + start.length;
  const to = at === -1 ? -1 : text.indexOf(end, from);
  return to === -1 ? '' : text.slice(from, to);
}
