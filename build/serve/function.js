// A transformation function as its user writes it, and around it just enough of Lambda's Invoke API to call it.
const http = require('http');

const handler = async (event) => ({
  records: event.records.map((record) => {
    const quake = JSON.parse(Buffer.from(record.data, 'base64').toString());
    quake.seen = 'node';
    return {
      recordId: record.recordId,
      result: 'Ok',
      data: Buffer.from(JSON.stringify(quake) + '\n').toString('base64'),
      metadata: { partitionKeys: { net: quake.properties.net } },
    };
  }),
});

const server = http.createServer((request, response) => {
  let body = '';
  request.on('data', (part) => { body += part; });
  request.on('end', async () => {
    try {
      response.end(JSON.stringify(await handler(JSON.parse(body))));
    } catch (error) {
      response.setHeader('X-Amz-Function-Error', 'Unhandled');
      response.end(JSON.stringify({ errorMessage: String(error), errorType: error.name }));
    }
  });
});
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
