import os

from postern import Postern, PosternConnectionError, PosternError

client = Postern(os.environ["POSTERN_URL"], os.environ["POSTERN_KEY"], timeout=10, retries=3)

try:
    first = client.list_profiles(limit=1).data[0]
    client.delete_profile(first.id)
except PosternError as error:
    if error.code != "default_profile":
        raise
    print(f"{error.status} {error.code}: {error.message}")
except PosternConnectionError as error:
    print(f"No response ({error.reason}). The request may have been processed.")
