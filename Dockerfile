# The whole server in one image; PostgreSQL comes from DATABASE_URL (see compose.yaml).
FROM node:24-bookworm-slim
WORKDIR /srv/tiffin
COPY package.json package-lock.json .npmrc ./
COPY packages/domain/package.json packages/domain/
COPY packages/contract/package.json packages/contract/
COPY apps/server/package.json apps/server/
COPY apps/web/package.json apps/web/
COPY apps/android/package.json apps/android/
COPY e2e/package.json e2e/
COPY bench/package.json bench/
RUN npm ci
COPY . .
# What runs may write into its data folder and nowhere else.
RUN npm run build && mkdir -p data && chown node:node data
USER node
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s \
  CMD node -e "fetch('http://127.0.0.1:3000/api/healthCheck').then(a=>process.exit(a.ok?0:1),()=>process.exit(1))"
CMD ["node_modules/.bin/node", "--max-semi-space-size=8", "--max-old-space-size=768", "apps/server/src/main.ts"]
