"""OpenStack Swift with its S3 interface, whole in one process, for tests: python3 serve-swift.py FOLDER ACCOUNT SECRET.

ACCOUNT:owner may do everything, ACCOUNT:reader only what a container lets it do; both have the same secret. Everything
listens on ports of the loopback interface that the system chooses. Prints the port of the proxy server once it answers,
and ends when its standard input is closed.
"""
import getpass
import os
import sys
import time

from swift.common import utils

FOLDER, ACCOUNT, SECRET = sys.argv[1:4]
with open(os.path.join(FOLDER, 'swift.conf'), 'w') as file:
    file.write('[swift-hash]\nswift_hash_path_suffix = griot\n')
utils.set_swift_dir(FOLDER)
utils.eventlet_monkey_patch()

import eventlet
from eventlet import tpool, wsgi
from swift.common.ring import RingBuilder
from swift.common.storage_policy import reload_storage_policies
from swift.common.wsgi import SwiftHttpProtocol, loadapp

reload_storage_policies()

STORAGE_SERVER = '''[DEFAULT]
swift_dir = {folder}
devices = {folder}/devices
mount_check = false
disable_fallocate = true
user = {user}

[pipeline:main]
pipeline = {name}-server

[app:{name}-server]
use = egg:swift#{name}
'''

PROXY_SERVER = '''[DEFAULT]
swift_dir = {folder}
user = {user}

[pipeline:main]
pipeline = catch_errors listing_formats s3api tempauth copy container-quotas slo dlo proxy-server

[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true

[filter:catch_errors]
use = egg:swift#catch_errors

[filter:listing_formats]
use = egg:swift#listing_formats

[filter:s3api]
use = egg:swift#s3api
location = us-east-1
# So small that tests see several pages of a list.
max_bucket_listing = 10

[filter:tempauth]
use = egg:swift#tempauth
user_{account}_owner = {secret} .admin
user_{account}_reader = {secret}

[filter:copy]
use = egg:swift#copy

[filter:container-quotas]
use = egg:swift#container_quotas

[filter:slo]
use = egg:swift#slo

[filter:dlo]
use = egg:swift#dlo
'''


class Cache:
    """What memcached keeps for a proxy server: its methods, in this process."""

    def __init__(self):
        self.values = {}

    def get(self, key, **_options):
        value, expires = self.values.get(key, (None, 0))
        return value if expires == 0 or expires > time.time() else None

    def set(self, key, value, time=0, **_options):
        self.values[key] = value, until(time)

    def incr(self, key, delta=1, time=0, **_options):
        value = int(self.get(key) or 0) + delta
        self.set(key, value, time=time)
        return value

    def delete(self, key, **_options):
        self.values.pop(key, None)


def until(seconds):
    return time.time() + seconds if seconds else 0


def configure(name, text):
    path = os.path.join(FOLDER, name + '-server.conf')
    with open(path, 'w') as file:
        file.write(text.format(folder=FOLDER, name=name, user=getpass.getuser(), account=ACCOUNT, secret=SECRET))
    return path


def write_ring(name, port):
    ring = RingBuilder(0, 1, 0)
    where = {'ip': '127.0.0.1', 'port': port, 'replication_ip': '127.0.0.1', 'replication_port': port}
    ring.add_dev({'region': 1, 'zone': 1, 'weight': 1, 'device': 'disk', 'meta': '', **where})
    ring.rebalance()
    ring.get_ring().save(os.path.join(FOLDER, name + '.ring.gz'))


def serve(listener, path):
    app = loadapp(path, global_conf={'log_name': 'swift'})
    cache = Cache()

    def with_cache(environment, start_response):
        environment['swift.cache'] = cache
        return app(environment, start_response)

    eventlet.spawn(wsgi.server, listener, with_cache, open(os.devnull, 'w'), protocol=SwiftHttpProtocol,
                   capitalize_response_headers=False, socket_timeout=60)


os.makedirs(os.path.join(FOLDER, 'devices', 'disk'), exist_ok=True)
parts = {name: eventlet.listen(('127.0.0.1', 0)) for name in ('account', 'container', 'object')}
# Every server reads all rings.
for name, listener in parts.items():
    write_ring(name, listener.getsockname()[1])
for name, listener in parts.items():
    serve(listener, configure(name, STORAGE_SERVER))
front = eventlet.listen(('127.0.0.1', 0))
serve(front, configure('proxy', PROXY_SERVER))
print(front.getsockname()[1], flush=True)
tpool.execute(sys.stdin.read)
