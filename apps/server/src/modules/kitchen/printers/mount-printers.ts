import { asText, parseJsonFields } from '@tiffin/domain/core';
import { printerTrouble } from '@tiffin/domain/printing';
import { CALL_RATE_LIMITS, type BodyLimits } from '@tiffin/contract';
import type { Context } from '../../../context.ts';
import { InvalidApiKey } from '../../../platform/auth/authenticate.ts';
import type { ApiContext, App } from '../../../platform/http/api-context.ts';
import { readText } from '../../../platform/http/read-body.ts';
import { pollingPrinter, settlePrintJob, takePrintJob, type PollingPrinter } from './print-jobs.ts';

const BODY: BodyLimits = { maxKb: 16, rate: CALL_RATE_LIMITS.work };
const STAR_COMMANDS = 'application/vnd.star.starprnt';

/**
 * Printers that ask for work, as their makers describe it: Star CloudPRNT, and Epson Server Direct Print. The key in
 * the address names the printer.
 */
export function mountPrinters(app: App, context: Context): void {
  const printerOf = async (c: ApiContext, kind: PollingPrinter['kind'], trouble?: string | null) => {
    c.var.info.call = kind === 'star' ? 'cloudprnt' : 'epson-print';
    const printer = await pollingPrinter(context, c.req.param('key') ?? '', trouble);
    if (printer?.kind !== kind) throw new InvalidApiKey(null);
    return printer;
  };

  app.post('/api/cloudprnt/:key', async (c) => {
    const { statusCode, printingInProgress } = parseJsonFields(await readText(c, BODY));
    const { job_id: job } = await printerOf(c, 'star', printerTrouble(asText(statusCode)));
    if (job === null || printingInProgress === true) return c.json({ jobReady: false });
    return c.json({ jobReady: true, mediaTypes: [STAR_COMMANDS], jobToken: job, deleteMethod: 'DELETE' });
  });
  app.get('/api/cloudprnt/:key', async (c) => {
    const printer = await printerOf(c, 'star');
    const job = c.req.query('token') ?? printer.job_id ?? '';
    if ((c.req.query('type') ?? STAR_COMMANDS) !== STAR_COMMANDS) return c.body(null, 415);
    const bytes = await takePrintJob(context, printer, job);
    return bytes ? c.body(Uint8Array.from(bytes), 200, { 'content-type': STAR_COMMANDS }) : c.body(null, 404);
  });
  app.delete('/api/cloudprnt/:key', async (c) => {
    const code = c.req.query('code') ?? '';
    const { id } = await printerOf(c, 'star', printerTrouble(code));
    // 4xx is a state of the printer, such as no paper. With 5xx it would fail again, so it is only said to be unconfirmed.
    if (!code.startsWith('5')) await settlePrintJob(context, id, c.req.query('token') ?? '', !code.startsWith('4'));
    return c.body(null, 200);
  });

  app.post('/api/epson-print/:key', async (c) => {
    const form = new URLSearchParams(await readText(c, BODY));
    if (form.get('ConnectionType') === 'SetResponse') {
      const { jobId, isPrinted, code } = responseIn(form.get('ResponseFile') ?? '');
      const { id } = await printerOf(c, 'epson', isPrinted ? null : printerTrouble(code));
      await settlePrintJob(context, id, jobId, isPrinted);
      return c.body('', 200);
    }
    const printer = await printerOf(c, 'epson');
    const bytes = printer.job_id === null ? null : await takePrintJob(context, printer, printer.job_id);
    if (!bytes) return c.body('', 200);
    const hex = Buffer.from(bytes).toString('hex');
    return c.body(requestFor(String(printer.job_id), hex), 200, { 'content-type': 'text/xml; charset=utf-8' });
  });
}

function requestFor(jobId: string, hex: string): string {
  return `<?xml version="1.0" encoding="utf-8"?>
<PrintRequestInfo Version="2.00"><ePOSPrint><Parameter><devid>local_printer</devid><timeout>60000</timeout>\
<printjobid>${jobId}</printjobid></Parameter><PrintData>\
<epos-print xmlns="http://www.epson-pos.com/schemas/2011/03/epos-print"><command>${hex}</command></epos-print>\
</PrintData></ePOSPrint></PrintRequestInfo>`;
}

function responseIn(xml: string) {
  return {
    jobId: /<printjobid>([0-9a-f]{1,30})<\/printjobid>/.exec(xml)?.[1] ?? '',
    isPrinted: /<response\b[^>]*\bsuccess="(?:true|1)"/.test(xml),
    code: /<response\b[^>]*\bcode="([^"]*)"/.exec(xml)?.[1] ?? '',
  };
}
